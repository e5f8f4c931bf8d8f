// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @notice A token that anyone mints and burns; its balance reads can be broken.
contract MockToken is ERC20 {
    uint8 private immutable _decimals;
    bool public broken;

    constructor(string memory symbol_, uint8 decimals_) ERC20(symbol_, symbol_) {
        _decimals = decimals_;
    }

    function decimals() public view override returns (uint8) {
        return _decimals;
    }

    function balanceOf(address account) public view virtual override returns (uint256) {
        require(!broken, "broken");
        return super.balanceOf(account);
    }

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function burn(address from, uint256 amount) external {
        _burn(from, amount);
    }

    function setBroken(bool value) external {
        broken = value;
    }
}

/// @notice Wrapped native currency.
contract MockWeth is MockToken("WETH", 18) {
    function deposit() external payable {
        _mint(msg.sender, msg.value);
    }

    function withdraw(uint256 amount) external {
        _burn(msg.sender, amount);
        (bool ok,) = msg.sender.call{value: amount}("");
        require(ok, "refused");
    }
}

/// @notice Swaps at whatever rate the caller names, calls back, and runs bundles.
contract MockExchange {
    receive() external payable {}

    function swap(MockToken tokenIn, uint256 amountIn, MockToken tokenOut, uint256 amountOut, address to)
        external
    {
        tokenIn.transferFrom(msg.sender, address(this), amountIn);
        tokenOut.mint(to, amountOut);
    }

    function poke(address target, bytes calldata data) external {
        (bool ok, bytes memory reason) = target.call(data);
        if (!ok) {
            assembly {
                revert(add(reason, 32), mload(reason))
            }
        }
    }

    function multicall(bytes[] calldata calls) external returns (bytes[] memory results) {
        results = new bytes[](calls.length);
        for (uint256 i; i < calls.length; ++i) {
            bool ok;
            (ok, results[i]) = address(this).delegatecall(calls[i]);
            require(ok, "inner");
        }
    }
}
