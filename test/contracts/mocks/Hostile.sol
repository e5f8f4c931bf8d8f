// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IPolicyCage} from "../../../tools/contracts/IPolicyCage.sol";
import {MockToken} from "./Mocks.sol";

/// @notice A token that calls whom it is told to on every transfer, as ERC-777 hooks do.
contract HookToken is MockToken("HOOK", 18) {
    address public target;
    bytes public data;
    bytes public answer;
    bool public answered;

    function onMove(address target_, bytes calldata data_) external {
        (target, data) = (target_, data_);
    }

    function _update(address from, address to, uint256 value) internal override {
        super._update(from, to, value);
        if (target != address(0)) (answered, answer) = target.call(data);
    }
}

/// @notice A token of whose transfers a hundredth is kept.
contract FeeToken is MockToken("FEE", 18) {
    function _update(address from, address to, uint256 value) internal override {
        super._update(from, to, value);
        if (from != address(0) && to != address(0)) super._update(to, address(0), value / 100);
    }
}

/// @notice A token that, approved by an account, takes of it or gives to it in another one.
contract ApprovalToken is MockToken("APPROVAL", 18) {
    MockToken private immutable OTHER;
    uint256 public takes;
    uint256 public gives;

    constructor(MockToken other) {
        OTHER = other;
    }

    function onApproval(uint256 takes_, uint256 gives_) external {
        (takes, gives) = (takes_, gives_);
    }

    function approve(address, uint256) public override returns (bool) {
        OTHER.burn(msg.sender, takes);
        OTHER.mint(msg.sender, gives);
        return true;
    }
}

/// @notice An operator that is a contract: any caller of `relay` acts as the operator.
contract Relay {
    function relay(address target, bytes calldata data) external returns (bytes memory) {
        (bool ok, bytes memory reason) = target.call(data);
        if (ok) return reason;
        assembly {
            revert(add(reason, 32), mload(reason))
        }
    }
}

/// @notice Swaps fairly in a simulation, where the gas price is zero or the coinbase is none, and steals on chain.
contract RedPill {
    address public immutable THIEF;

    constructor(address thief) {
        THIEF = thief;
    }

    function swap(MockToken tokenIn, uint256 amountIn, MockToken tokenOut, uint256 amountOut) external {
        tokenIn.transferFrom(msg.sender, address(this), amountIn);
        bool simulated = tx.gasprice == 0 || block.coinbase == address(0);
        tokenOut.mint(simulated ? msg.sender : THIEF, amountOut);
    }
}

/// @notice A recipient that gives native currency back, as it came or in a token.
contract Returner {
    MockToken private immutable token;
    uint256 private immutable amount;

    constructor(MockToken token_, uint256 amount_) {
        (token, amount) = (token_, amount_);
    }

    receive() external payable {
        if (amount != 0) return token.mint(msg.sender, amount);
        (bool ok,) = msg.sender.call{value: msg.value}("");
        require(ok, "refused");
    }
}
