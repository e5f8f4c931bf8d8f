// SPDX-License-Identifier: MIT
pragma solidity ^0.8.26;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {ISignatureScheme} from "../../../tools/contracts/interfaces/ISignatureScheme.sol";
import {Pledge} from "../../../tools/contracts/interfaces/Position.sol";
import {MockToken} from "./Mocks.sol";

/// @notice Messages that are a nonce and a pledge.
contract PledgeScheme is ISignatureScheme {
    function terms(address account, bytes calldata fields)
        external
        view
        returns (bytes32 digest, Pledge memory pledge)
    {
        digest = keccak256(abi.encode(block.chainid, account, fields));
        (, pledge) = abi.decode(fields, (uint256, Pledge));
    }
}

/// @notice A scheme that breaks in the way that its fields name.
contract HostileScheme {
    error Refused();

    function terms(address, bytes calldata fields) external pure {
        if (fields[0] == "r") revert Refused();
        if (fields[0] == "b") {
            assembly {
                return(0, 400000)
            }
        }
        while (fields[0] == "g") {}
    }
}

/// @notice Takes what a signed message gives, once, from whoever answers for it.
contract Settlement {
    mapping(bytes32 digest => bool) public used;

    function fill(address owner, bytes32 digest, MockToken tokenIn, uint256 amountIn) external {
        require(!used[digest], "used");
        require(
            IERC1271(owner).isValidSignature(digest, "") == IERC1271.isValidSignature.selector, "unsigned"
        );
        used[digest] = true;
        tokenIn.transferFrom(owner, msg.sender, amountIn);
    }

    function cancel(bytes32 digest) external {
        used[digest] = true;
    }
}
